import { expect, test } from 'vitest'
import { policiesOf } from './organisation-policies.ts'

const having = (policy: keyof ReturnType<typeof policiesOf>) =>
  Array.from({ length: 100 }, (_, index) => index).filter((id) => policiesOf(id)[policy])

// CONST-108
test('angle brackets are shown as typed for organisations 29, 15 and 22 alone', () => {
  expect(having('showsPlainTextAsTyped')).toEqual([15, 22, 29])
})

test('the other special rules hold for their organisations alone', () => {
  expect(having('buttonsInSecondaryColour')).toEqual([33, 38, 39])
  expect(having('printsStaticText')).toEqual([4, 12])
  expect(having('needsLoginToken')).toEqual([29])
  expect(having('warnsOnBrowserClose')).toEqual([29])
  expect(having('allowsRemotePause')).toEqual([29])
})
