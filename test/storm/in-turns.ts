/** Many schedules, a few at a time. */

/** Results in the order of the schedules. */
export const inTurns = async <Schedule, Result>(
  schedules: readonly Schedule[],
  atOnce: number,
  run: (schedule: Schedule) => Promise<Result>,
): Promise<readonly Result[]> => {
  const results: Result[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < schedules.length) {
      const index = next++;
      results[index] = await run(schedules[index] as Schedule);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
};
