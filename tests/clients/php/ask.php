<?php

/**
 * Asks with the generated PHP client: `php ask.php URL < questions`.
 *
 * A question is `{path, headers, body}`: what follows the URL, further headers, and what to ask.
 * For each it prints what came: the status, and the answer's or problem's own words.
 */

declare(strict_types=1);

require __DIR__ . '/client.php';

use OpenAPI\Client\Model\FieldError;
use OpenAPI\Client\Model\MoveRequest;
use OpenAPI\Client\Model\MoveResponse;
use OpenAPI\Client\Model\MoveResult;
use OpenAPI\Client\Model\MovesRequest;
use OpenAPI\Client\Model\MovesResponse;
use OpenAPI\Client\Model\Problem;

function told(MoveResponse|Problem $result): array
{
    if ($result instanceof Problem) {
        $pointers = array_map(fn (FieldError $place) => $place->getPointer(), $result->getErrors());
        return [
            'code' => $result->getCode(), 'detail' => $result->getDetail(),
            'id' => $result->getRequestId(), 'pointers' => $pointers,
        ];
    }
    return ['best_move' => $result->getBestMove(), 'outcome' => $result->getOutcome()];
}

function toldOf(MoveResult $result): array
{
    return told($result->getProblem() ?? $result->getAnswer());
}

/** Return the status and what was told with it. */
function ask(string $url, array $question): array
{
    ['path' => $path, 'headers' => $headers, 'body' => $body] = $question;
    if (isset($body['requests'])) {
        $requests = array_map(fn (array $each) => new MoveRequest($each), $body['requests']);
        $batch = new MovesRequest(['requests' => $requests] + $body);
        [$status, $answer] = post("$url$path/moves", $batch, MovesResponse::class, $headers);
        $told = $status === 200 ? array_map('toldOf', $answer->getResults()) : told($answer);
        return ['status' => $status, 'told' => $told];
    }
    [$status, $answer] = post("$url$path/move", new MoveRequest($body), MoveResponse::class, $headers);
    return ['status' => $status, 'told' => told($answer)];
}

$answers = [];
foreach (json_decode(stream_get_contents(STDIN), true) as $question) {
    $answers[] = ask($argv[1], $question);
}
echo json_encode($answers);
