import { expect, test } from 'vitest'
import { fullScreenRule } from './full-screen-rule.ts'

const rule = (fullScreenExam: boolean, initialFullScreen: boolean, organisation = false) =>
  fullScreenRule({ fullScreenExam, initialFullScreen }, { fullScreenExam: organisation })

// RUN-335
test('the exam or the organisation may require full screen; beginning in it alone requires nothing', () => {
  expect(rule(false, false)).toEqual({ isRequired: false, beginsInIt: false })
  expect(rule(true, false)).toEqual({ isRequired: true, beginsInIt: true })
  expect(rule(false, false, true)).toEqual({ isRequired: true, beginsInIt: true })
  expect(rule(false, true)).toEqual({ isRequired: false, beginsInIt: true })
})
