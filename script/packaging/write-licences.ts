import { writeFile } from 'node:fs/promises'
import { readShipped } from './licences.ts'

/** Writes the licences of all that is installed with Sitwell, or built into its pages, into one file. */
const [, , path = 'LICENCES-OF-OTHERS.txt'] = process.argv
const shipped = await readShipped(process.cwd())
const list = shipped.map(({ name, version, licence }) => `${name} ${version}: ${licence}`)
const texts = shipped.map(
  ({ name, version, licence, text }) => `\n${'='.repeat(80)}\n${name} ${version} (${licence})\n\n${text}`,
)
await writeFile(
  path,
  `Sitwell comes with these packages, each under its own licence.\n\n${list.join('\n')}\n${texts.join('\n')}\n`,
)
