/**
 * Runs the steps of a stage together, and the stages one after the other. A step that fails does not prevent the
 * others; what failed is thrown at the end.
 */
export async function closeAll(...stages: (() => unknown)[][]): Promise<void> {
  const failures: unknown[] = []
  for (const stage of stages) {
    const results = await Promise.allSettled(stage.map(async (step) => step()))
    for (const result of results) if (result.status === 'rejected') failures.push(result.reason)
  }
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, 'Several parts could not be closed')
}
