<?php

/** Plays a game with the generated PHP client: `php play.php URL ROWS ROW_LENGTH`. */

declare(strict_types=1);

require __DIR__ . '/client.php';

use OpenAPI\Client\Model\Evaluate;
use OpenAPI\Client\Model\GameStatus;
use OpenAPI\Client\Model\MoveRequest;
use OpenAPI\Client\Model\MoveResponse;

[, $url, $board, $rowLength] = $argv;
$request = new MoveRequest();
$request->setRowLength((int) $rowLength)->setEvaluate(Evaluate::BEST)->setNodeLimit(2000);
$rows = explode('/', $board);
do {
    [$status, $answer] = post("$url/move", $request->setBoard($rows), MoveResponse::class);
    if ($status !== 200) {
        exit("$status {$answer->getDetail()}");
    }
    $rows = $answer->getBoardAfter();
} while ($answer->getStatusAfter() === GameStatus::IN_PROGRESS);
echo json_encode($answer);
