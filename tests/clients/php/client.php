<?php

/** What the programs share: the generated PHP client, and PHP's own HTTP in the place of Guzzle. */

declare(strict_types=1);

use OpenAPI\Client\Model\ModelInterface;
use OpenAPI\Client\Model\Problem;
use OpenAPI\Client\ObjectSerializer;

spl_autoload_register(function (string $class): void {
    $file = __DIR__ . '/lib/' . strtr(substr($class, strlen('OpenAPI\Client\\')), '\\', '/') . '.php';
    if (is_file($file)) {
        require $file;
    }
});

/**
 * Post a question to an address; return the status, and the answer of that class or the problem.
 *
 * @param array<string, string> $headers what is sent instead of the usual headers, or beside them
 *
 * @return array{int, ModelInterface}
 */
function post(string $url, ModelInterface $question, string $class, array $headers = []): array
{
    $headers += ['Content-Type' => 'application/json', 'Accept' => 'application/json'];
    $lines = array_map(fn (string $name): string => "$name: $headers[$name]", array_keys($headers));
    $content = json_encode(ObjectSerializer::sanitizeForSerialization($question));
    $context = stream_context_create(['http' => [
        'method' => 'POST', 'header' => $lines, 'content' => $content, 'ignore_errors' => true,
    ]]);
    $body = file_get_contents($url, false, $context);
    $status = (int) explode(' ', $http_response_header[0])[1];
    return [$status, ObjectSerializer::deserialize($body, $status === 200 ? $class : Problem::class)];
}
