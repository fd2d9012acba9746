import type { FormHands } from './form-hands.ts'

/** How something is answered, and how many there have to be and may be. */
export const hintWith = (
  hint: string,
  { least, most }: { readonly least: number; readonly most: number },
  possible: number,
  text: FormHands['text'],
): string => {
  const limits = [
    least > 0 && least < most ? text('question.atLeast', { count: least }) : '',
    least > 0 && least === most ? text('question.exactly', { count: most }) : '',
    most < possible && least < most ? text('question.atMost', { count: most }) : '',
  ]
  return [hint, ...limits].filter(Boolean).join(' ')
}
