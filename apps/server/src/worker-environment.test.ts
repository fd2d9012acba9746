import { expect, test } from 'vitest'
import { workerEnvironment } from './worker-environment.ts'

test('a process for files of strangers gets no secret of the server, only the folder of compiled sources', () => {
  const ofServer = { SITWELL_SECRET: 'secret', DATABASE_URL: 'postgres://name:password@host/sitwell', PATH: '/bin' }
  expect(workerEnvironment({ ...ofServer, NODE_COMPILE_CACHE: '/compiled' })).toEqual({ NODE_COMPILE_CACHE: '/compiled' })
  expect(workerEnvironment(ofServer)).toEqual({})
})
