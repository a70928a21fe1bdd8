/** Many tasks, so many at once. */

/** The results in the order of the tasks; the first error ends it, when what is under way has ended. */
export const inParallel = async <T, R>(
  tasks: readonly T[],
  jobs: number,
  work: (task: T, index: number) => Promise<R>,
): Promise<readonly R[]> => {
  const results: R[] = Array.from({ length: tasks.length });
  let next = 0;
  let broken: { readonly error: unknown } | undefined;
  const worker = async (): Promise<void> => {
    while (next < tasks.length && broken === undefined) {
      const index = next++;
      try {
        results[index] = await work(tasks[index] as T, index);
      } catch (error) {
        broken ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(jobs, tasks.length)) }, worker));
  if (broken !== undefined) throw broken.error;
  return results;
};
