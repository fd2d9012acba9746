import { expect, test } from 'vitest'
import { ownOrigin } from './own-pages.ts'

const organisation = { details: JSON.stringify({ hosts: ['Exams.school.example'] }) }
const output = (publicUrl: string | undefined, ...origins: string[]) =>
  origins.map((origin) => ownOrigin({ publicUrl }, organisation, origin))

test('a provider leads to an organisation’s own addresses by the configured scheme and port alone', () => {
  const own = ['https://exams.school.example', 'https://sitwell.example:8443']
  expect(output('https://sitwell.example:8443', ...own, 'https://exams.school.example/')).toEqual([...own, own[0]])
  const others = [
    'http://exams.school.example',
    'https://exams.school.example:9999',
    'https://sitwell.example',
    'http://sitwell.example:8443',
    'http://localhost:8080',
    'https://x.exams.school.example',
    'https://someone@exams.school.example',
    'https://exams.school.example/path',
    'exams.school.example',
    '',
  ]
  for (const one of others) expect(output('https://sitwell.example:8443', one), one).toEqual([undefined])
  expect(output('http://sitwell.example', 'http://exams.school.example')).toEqual(['http://exams.school.example'])
})

test('where no address is configured, it leads to the organisation’s hosts over https, and to this very machine', () => {
  const own = ['https://exams.school.example', 'http://localhost:8080', 'http://127.0.0.1:4000', 'http://[::1]:4000']
  expect(output(undefined, ...own)).toEqual(own)
  for (const one of ['http://exams.school.example', 'https://exams.school.example:9999', 'http://localhost.evil.example'])
    expect(output(undefined, one), one).toEqual([undefined])
})
