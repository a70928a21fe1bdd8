/** What the content says of the language: telling features with weights; only a clear lead counts. */
import type { Feature, LanguageDefinition } from "../definition.ts";
import type { Registry } from "../registry.ts";

/** The score that a language needs, and how far it must be ahead of others. */
const MIN_SCORE = 4;
const MIN_LEAD = 2;

/** Long lines are cut: what patterns cost grows with the square of the length. */
const shortened = (text: string): string => text.replace(/^(.{400}).+$/gm, "$1");

const ownScore = (features: readonly Feature[], text: string): number =>
  features.reduce((sum, [weight, pattern]) => (pattern.test(text) ? sum + weight : sum), 0);

/** Where a language that extends another shows itself, what speaks for the other speaks for it. */
const scoresOf = (text: string, { definitions, find }: Registry): ReadonlyMap<string, number> => {
  const own = new Map(definitions.map(({ name, features = [] }) => [name, ownScore(features, text)]));
  const whole = ({ name, extends: other }: LanguageDefinition): number => {
    const score = own.get(name) ?? 0;
    const inner = other === undefined || score < MIN_LEAD ? undefined : find(other);
    return inner === undefined ? score : score + whole(inner);
  };
  return new Map(definitions.map((definition) => [definition.name, whole(definition)]));
};

/** Whether one language is another, or part of it. */
const isPartOf = (one: string, other: string | undefined, registry: Registry): boolean =>
  other !== undefined && (one === other || isPartOf(one, registry.find(other)?.extends, registry));

/** The language with the best score, if it is clearly ahead of all that are not part of it. */
export const clearlyBest = (text: string, registry: Registry): string | undefined => {
  const ranked = [...scoresOf(shortened(text), registry)].toSorted((a, b) => b[1] - a[1]);
  const [best, bestScore] = ranked[0] ?? ["", 0];
  const second = ranked.find(([language]) => !isPartOf(language, best, registry))?.[1] ?? 0;
  return bestScore >= MIN_SCORE && bestScore - second >= MIN_LEAD ? best : undefined;
};

/** The one of the relatives that has most of its own features; the first language if none has enough. */
export const amongFamily = (
  text: string,
  { first, relatives }: { readonly first: string; readonly relatives: readonly string[] },
  registry: Registry,
): string => {
  const own = relatives.map(
    (language) => [language, ownScore(registry.find(language)?.features ?? [], shortened(text))] as const,
  );
  const [best, score] = own.toSorted((a, b) => b[1] - a[1])[0] ?? [first, 0];
  return score >= MIN_LEAD ? best : first;
};
