import { officeAddOrganisation } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { bodyOf, emptyOrganisation, type OrganisationValues, problemsFrom, problemsIn } from './organisation-values.ts'

const whole: OrganisationValues = {
  ...emptyOrganisation(2),
  ...{ name: 'St Mary’s', firstName: 'Grace', lastName: 'Hopper', username: 'grace' },
}
const requestId = '5f9b1a52-0a37-4a53-8a0f-3f6d9f3d9d11'

test('a form that is filled in has no problems, and sends nothing of what was left empty', () => {
  expect(problemsIn(whole)).toEqual({})
  expect(bodyOf(whole, requestId)).toEqual({
    ...{ name: 'St Mary’s', languageID: 2, requestId },
    owner: { username: 'grace', firstName: 'Grace', lastName: 'Hopper' },
  })
  const all = bodyOf({ ...whole, urlToken: ' marys ', host: ' exams.marys.example', email: 'g@marys.example' }, requestId)
  expect(all).toMatchObject({ urlToken: 'marys', host: 'exams.marys.example', owner: { email: 'g@marys.example' } })
  expect(officeAddOrganisation.body.safeParse(all).success).toBe(true)
})

test('what is missing or can not be an address is said at its field, before anything is sent', () => {
  expect(problemsIn(emptyOrganisation(1))).toEqual({ name: 'needed', lastName: 'ownerName', username: 'needed' })
  expect(problemsIn({ ...whole, lastName: ' ' })).toEqual({})
  for (const urlToken of ['a b', '-a', 'é', 'a_b'])
    expect(problemsIn({ ...whole, urlToken })).toEqual({ urlToken: 'urlTokenForm' })
  expect(problemsIn({ ...whole, urlToken: ' Marys-2 ' })).toEqual({})
})

test('what the server refuses is said at its field too', () => {
  const refused = (code: 'NAME_TAKEN' | 'INVALID_REQUEST' | 'NOT_ALLOWED', ...details: [string, string][]) =>
    problemsFrom({
      ...{ ok: false, kind: 'refused', code, status: 409, message: '' },
      details: details.map(([path, message]) => ({ path, message })),
    } as unknown as Parameters<typeof problemsFrom>[0])
  expect(refused('NAME_TAKEN', ['body.name', 'taken'])).toEqual({ name: 'nameTaken' })
  expect(refused('NAME_TAKEN', ['body.urlToken', 'reserved'], ['body.host', 'reserved'])).toEqual({
    ...{ urlToken: 'urlTokenReserved', host: 'hostReserved' },
  })
  expect(refused('INVALID_REQUEST', ['body.host', 'leads to another database'])).toEqual({ host: 'hostElsewhere' })
  expect(refused('INVALID_REQUEST', ['body.owner.email', 'not an address'], ['body.owner.username', 'empty'])).toEqual({
    ...{ email: 'email', username: 'needed' },
  })
  expect([refused('NOT_ALLOWED'), refused('INVALID_REQUEST', ['body', 'odd'])]).toEqual([undefined, undefined])
})
