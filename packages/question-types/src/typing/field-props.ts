/** What every field has in which an answer is typed: the browser neither corrects it nor fills it in. */
export const fieldProps = {
  spellCheck: false,
  autoComplete: 'off',
  autoCorrect: 'off',
  'data-gramm': 'false',
  dir: 'auto',
} as const
