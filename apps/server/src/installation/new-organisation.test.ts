import fc from 'fast-check'
import { expect, test } from 'vitest'
import { urlTokenOf } from '../organisation/create-organisation.ts'
import { hostOf, readOrganisation, type TypedOrganisation } from './new-organisation.ts'

const owner = { username: 'ada', firstName: 'Ada', lastName: 'Okafor' }
const around = {
  config: { publicUrl: 'https://exams.example:8443', playerSettings: { scormServer: 'https://courses.example' } },
  leadsHere: (host: string) => host !== 'elsewhere.example',
}
const read = (more: Partial<TypedOrganisation> = {}) =>
  // Boundary: of the settings of the player nothing else is read.
  readOrganisation({ name: 'College', owner, ...more }, around as unknown as Parameters<typeof readOrganisation>[1])

test('a host is a name without anything else, as browsers write it', () => {
  const read = ['Exams.College.Example.', ' exams.example ', 'bücher.example', 'localhost'].map(hostOf)
  expect(read).toEqual(['exams.college.example', 'exams.example', 'xn--bcher-kva.example', 'localhost'])
  for (const wrong of [
    ...['', 'https://exams.example', 'exams.example:8080', 'exams.example/office', 'a b', 'x?y', 'a@b.example', '127.0.0.1'],
    ...['1', '[::1]', 'a_b.example'],
  ])
    expect([wrong, hostOf(wrong)]).toEqual([wrong, undefined])
})

test('what can not be is named by its field, and what the server needs itself is reserved', () => {
  expect(read()).toMatchObject({
    problems: [],
    reserved: [],
    fields: { name: 'College', urlToken: undefined, host: undefined },
  })
  expect(read({ name: ' St  Mary\n', urlToken: ' ST-Mary ', host: '' }).fields).toMatchObject({
    name: 'St Mary',
    urlToken: 'st-mary',
  })
  const wrong = read({
    ...{ name: ' ', urlToken: 'a b', host: 'a b' },
    owner: { username: ' ', firstName: '', lastName: ' ', email: 'nobody' },
  })
  expect(wrong.problems.map(({ path }) => path)).toEqual([
    ...['body.name', 'body.urlToken', 'body.host', 'body.owner.username', 'body.owner.lastName', 'body.owner.email'],
  ])
  expect(read({ host: 'elsewhere.example' }).problems).toEqual([{ path: 'body.host', message: 'leads to another database' }])
  for (const host of ['exams.example', 'courses.example'])
    expect(read({ host }).reserved).toEqual([{ path: 'body.host', message: 'reserved' }])
  for (const urlToken of ['office', 'Login', 'admin'])
    expect(read({ urlToken }).reserved).toEqual([{ path: 'body.urlToken', message: 'reserved' }])
})

test('the address that is made from a name is always one that may be typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
      expect(read({ urlToken: urlTokenOf(name) }).problems).toEqual([])
    }),
  )
})
