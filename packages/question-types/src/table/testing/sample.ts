import type { Sample } from '../../testing/sample.ts'

export const tableSample: Sample = {
  fields: {
    columns: [{ text: 'Net' }, { text: 'Tax' }],
    rows: [
      { id: 'r', text: 'Paper' },
      { id: '1', text: 'Ink' },
    ],
    showAnswerInputField: true,
  },
  optionIds: ['r', '1'],
}
