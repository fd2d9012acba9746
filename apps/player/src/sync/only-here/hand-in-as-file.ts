import type { HandInFile } from '@sitwell/contract'

/** Says whose it is and of what, in signs that any system takes in a file's name. */
const nameOf = ({ learner, exam, formRunGuid }: HandInFile): string => {
  const words = `${learner.name} ${exam.name}`.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)
  return `answers-${words}-${formRunGuid.slice(0, 8)}.json`
}

/** Answers for staff as a file that people can read. */
export const handInAsFile = (file: HandInFile): readonly [name: string, content: Blob] => [
  nameOf(file),
  new Blob([JSON.stringify(file, undefined, 2)], { type: 'application/json' }),
]
