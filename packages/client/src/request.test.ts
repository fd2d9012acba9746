import { calls, requestIdHeader, requestIdPattern } from '@sitwell/contract'
import { describe, expect, test } from 'vitest'
import { endpointsOf, requestOf } from './request.ts'

const idOf = (body: object | undefined, endpoints = endpointsOf('https://exams.example/')) =>
  new Headers(requestOf(calls.saveAnswer, { body }, endpoints, 'token').init.headers).get(requestIdHeader)

describe('the name of a request', () => {
  test('the request id is that of the save in the history, and a new one for any other call', () => {
    const requestId = crypto.randomUUID()
    expect(idOf({ requestId })).toBe(requestId)
    const others = [idOf({}), idOf({}), idOf(undefined), idOf({ requestId: 'a b' })]
    expect(new Set(others).size).toBe(4)
    for (const other of others) expect(other).toMatch(requestIdPattern)
  })

  test('goes to the origin of the page alone: another one would have to allow it first', () => {
    expect(
      idOf({}, endpointsOf('https://exams.example', { apiEndpointUrl: 'https://api.example', authenticationUrl: 'x' })),
    ).toBeNull()
  })
})
