import fs from 'node:fs'
import { vi } from 'vitest'

/**
 * From now on no table of the embedded database can grow: the file system answers as a full disk does, which still
 * takes what goes into room that a file has already. Only on Linux. Answers how to end it.
 */
export function fillDisk(): () => void {
  const write = fs.writeSync
  const full = vi.spyOn(fs, 'writeSync').mockImplementation((descriptor: number, ...given: unknown[]) => {
    const [, , length, position] = given
    const grows = Number(position ?? 0) + Number(length ?? 0) > fs.fstatSync(descriptor).size
    if (grows && fs.readlinkSync(`/proc/self/fd/${descriptor}`).includes('/base/')) {
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', errno: -28 })
    }
    return Number(Reflect.apply(write, fs, [descriptor, ...given]))
  })
  return () => full.mockRestore()
}
