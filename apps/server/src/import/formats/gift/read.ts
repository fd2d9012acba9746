import { textAt, titleOf } from '../../bank/bank-files.ts'
import { BankHtml } from '../../bank/bank-html.ts'
import { examOfBank } from '../../bank/read-bank.ts'
import { withHtml } from '../../bank/with-html.ts'
import type { PackageFiles } from '../../files/package-files.ts'
import type { PackageReading } from '../../imported-package.ts'
import type { ExamSource } from '../format.ts'
import { giftFiles } from './detect.ts'
import { blocksOf, putBack } from './gift-blocks.ts'
import { readGiftQuestion } from './read-question.ts'

/** Reads GIFT as Moodle describes it: docs.moodle.org, “GIFT format”. */
export const readGift = (files: PackageFiles, { onItem }: ExamSource): PackageReading => {
  const paths = giftFiles(files)
  const { entries, used } = withHtml(
    paths.flatMap((path) => blocksOf(textAt(files, path)).map((block) => ({ block, path }))),
    () => new BankHtml(files),
    ({ block, path }, html) => readGiftQuestion(block, path, html),
    ({ block }) => putBack(block.text),
  )
  const shown = new Map([...files].filter(([path]) => used.has(path)))
  return examOfBank(files, { format: 'gift', title: titleOf(paths[0] ?? ''), entries, shown, lost: [] }, onItem)
}
