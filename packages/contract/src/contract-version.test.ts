import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { calls } from './calls.ts'
import { contractVersion } from './contract-version.ts'
import { describeCall } from './describe-call.ts'

const hash = createHash('sha256')
  .update(JSON.stringify(Object.values(calls).map(describeCall)))
  .digest('hex')
  .slice(0, 16)

/*
 * When this fails, a call has changed. Ask first: does a player that is open in a learner's browser right now still work with
 * the new server, and the new player with an old one? If it does (a field added that may be missing), write the new hash here.
 * If it doesn't, raise `contractVersion`, keep reading the old form on the server, and write both here.
 */
test('a change of the contract is noticed before a learner notices it', () => {
  expect({ contractVersion, hash }).toEqual({ contractVersion: 1, hash: 'b338c214b718f7a7' })
})
