<?php
// Letters and the post that carries them.
declare(strict_types=1);

namespace Example\Post;

use InvalidArgumentException;

interface Carrier
{
    public function carry(Letter $letter, int ...$stops): bool;
}

final class Letter
{
    public function __construct(private string $to, public readonly array $pages = [])
    {
    }

    public function weight(): int
    {
        return array_sum(array_map(fn (string $page): int => strlen($page), $this->pages));
    }
}

class Rider implements Carrier
{
    const LIMIT = 100;
    private static int $count = 0;

    public function carry(Letter $letter, int ...$stops): bool
    {
        if ($letter->weight() > self::LIMIT) {
            throw new InvalidArgumentException("too \"heavy\" ({$letter->weight()}");
        }
        foreach ($stops as $i => $stop) {
            echo "stop $i: $stop\n";
        }
        self::$count++; # one more
        return true;
    }
}

$letter = new Letter('Ann\'s ]', ['one {', "two\t"]);
try {
    $done = (new Rider())->carry($letter, 3, 4);
} catch (InvalidArgumentException $problem) {
    $done = false;
} finally {
    /* always */
    echo $done ?? false ? 'carried' : 'lost', PHP_EOL;
}
for ($i = 0; $i < 2; $i++) {
    echo match (true) { $i === 0 => 'first', default => 'later' };
}
