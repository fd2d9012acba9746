/** The columns that a question of each kind uses, beside those of every question. */
const columnsOf: Readonly<Record<string, readonly string[]>> = {
  choice: ['answer', 'shuffle', 'choices'],
  several: ['answer', 'shuffle', 'choices', 'credit'],
  truefalse: ['answer'],
  text: ['answer'],
  number: ['answer', 'tolerance'],
  essay: ['notes'],
  upload: ['notes'],
  read: [],
}
const some = ['answer', 'tolerance', 'credit', 'shuffle', 'notes', 'choices']

/** The cells of a row that its kind of question has no use for, for the report. */
export const unusedCells = (
  kind: string,
  {
    of,
    options,
    isShuffled,
  }: { of(column: string): string; readonly options: readonly string[]; readonly isShuffled: boolean },
): { readonly what: string; readonly why: string }[] => {
  const isFilled = (column: string) =>
    column === 'choices' ? options.length > 0 : column === 'shuffle' ? isShuffled : of(column) !== ''
  const unused = some.filter((column) => isFilled(column) && !columnsOf[kind]?.includes(column))
  // What is only read earns nothing.
  if (kind === 'read' && Number(of('marks').replace(',', '.')) > 0) unused.push('marks')
  return unused.map((column) => ({ what: `column "${column}"`, why: 'A question of its type has no use for it.' }))
}
