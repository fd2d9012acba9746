import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { adaptiveItem, checkedItem, packageOf } from '../apps/server/src/import/testing/qti-attempts.ts'

/** A package of QTI 2.1: an adaptive item with a button for a hint, and one that may be tried twice; `remove` takes it away again. */
export const writeCheckedPackage = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-checked-'))
  const path = join(folder, 'checked.zip')
  const files = packageOf([adaptiveItem, checkedItem], {
    submission: 'individual',
    controls: ['', '<itemSessionControl maxAttempts="2" showFeedback="true"/>'],
    control: '<itemSessionControl maxAttempts="0" showFeedback="true"/>',
  })
  await writeFile(path, zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))))
  return { path, remove: () => rm(folder, { recursive: true }) }
}
