/**
 * A reader that has gone (`| head`), a closed terminal, a full disk under a log file: nobody can be told any more, and
 * without a listener the error of the stream would end the process in the midst of its work.
 */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
