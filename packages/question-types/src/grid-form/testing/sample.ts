import { commonFields } from '../../testing/arbitrary.ts'
import { anyGridAnswer, everyComponent } from '../../testing/grid-form.ts'
import type { Sample } from '../../testing/sample.ts'
import { gridFormRules } from '../rules.ts'

const grid = gridFormRules.publicQuestion.parse({ ...commonFields('QGRID'), ...everyComponent })

export const gridFormSample: Sample = {
  fields: everyComponent,
  answers: anyGridAnswer(grid).map((answer) => gridFormRules.toWire(grid, answer)),
}
