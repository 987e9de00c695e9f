import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { removeFolder, temporaryFolder } from './demo-league.ts'

type Closing = { close(): Promise<unknown> } | { stop(): Promise<unknown> }

const close = async (opened: Closing): Promise<void> => {
  if ('close' in opened) await opened.close()
  if ('stop' in opened) await opened.stop()
}

/** Opened before the tests of a file or a block, and closed after them: it is there when the first of them runs. */
export function duringTests<Opened extends Closing>(open: () => Promise<Opened>): Opened {
  const opened: Opened = Object.create(null)
  beforeAll(async () => void Object.assign(opened, await open()))
  afterAll(() => close(opened))
  return opened
}

/** Closed when the test is over, what was opened last at first. */
export async function duringTest<Opened extends Closing>(opening: Promise<Opened>): Promise<Opened> {
  const opened = await opening
  onTestFinished(() => close(opened))
  return opened
}

/** A new folder, until the test is over. */
export async function folderDuringTest(): Promise<string> {
  const folder = await temporaryFolder()
  onTestFinished(() => removeFolder(folder))
  return folder
}
