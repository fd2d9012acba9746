import { textAt, titleOf } from '../../bank/bank-files.ts'
import { examOfBank } from '../../bank/read-bank.ts'
import type { PackageFiles } from '../../files/package-files.ts'
import type { PackageReading } from '../../imported-package.ts'
import type { ExamSource } from '../format.ts'
import { aikenBlocks } from './blocks.ts'
import { aikenFiles } from './detect.ts'
import { type AikenBlock, readAikenBlock } from './read-block.ts'

const originalOf = ({ lines, answer }: AikenBlock): string =>
  [...lines.map(({ text }) => text), ...(answer ? [`ANSWER: ${answer}`] : [])].join('\n')

/** Reads Aiken: docs.moodle.org, “Aiken format”. */
export const readAiken = (files: PackageFiles, { onItem }: ExamSource): PackageReading => {
  const paths = aikenFiles(files)
  const blocks = paths.flatMap((path) => aikenBlocks(textAt(files, path)).map((block) => ({ block, path })))
  const entries = blocks.map(({ block, path }, at) => ({
    ...readAikenBlock(block, path, at + 1),
    original: () => originalOf(block),
  }))
  return examOfBank(files, { format: 'aiken', title: titleOf(paths[0] ?? ''), entries, shown: new Map(), lost: [] }, onItem)
}
