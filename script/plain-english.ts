import { parseArgs } from 'node:util'
import { recordCounts } from './check/plain-english.ts'

/**
 * `npm run plain-english`: records that fewer places use a wording that script/check/plain-english.ts counts. It fails if any count has
 * risen, and lists what to rewrite. With `-- --accept` it records risen counts too, and accepts the subjects of all commits up to now.
 */
const { values } = parseArgs({ options: { accept: { type: 'boolean', default: false } } })
try {
  console.log(await recordCounts(values.accept))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
