import { readFile } from 'node:fs/promises'
import * as z from 'zod'

const checkedChange = z.object({ paths: z.array(z.string()), linksChanged: z.boolean() })

/** A change, as far as it decides which checks it can break. */
export type CheckedChange = z.infer<typeof checkedChange>

/** Reads what `script/changed.ts` has written. */
export const readCheckedChange = async (file: string): Promise<CheckedChange> =>
  checkedChange.parse(JSON.parse(await readFile(file, 'utf8')))
