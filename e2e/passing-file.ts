import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders: string[] = []
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Writes a file into its own folder, which goes with the process; answers where it is. */
export const passingFile = async (name: string, content: Uint8Array): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-file-'))
  folders.push(folder)
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}
