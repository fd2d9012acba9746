import type { Api } from '@sitwell/client/api'
import { expect, test, vi } from 'vitest'
import { places as allPlaces, type StoreName } from '../storage/key-value-store.ts'
import { createMemoryStore } from '../storage/memory-store.ts'
import { forgetErased } from './forget-erased.ts'

/** Where what stands in a place says whose it is. */
const sampleOf: Record<StoreName, (userGuid: string) => unknown> = {
  ...{ requests: own, answers: own, formRuns: own, activities: own, loggedRequests: own, exams: own, uploads: own },
  ...{ courseSaves: own, courseOpenings: own, keptCourses: own },
  setAside: (userGuid) => ({ from: 'answers', value: { userGuid } }),
  bugReports: (userGuid) => ({ query: { userGuid } }),
  examFiles: () => 'bytes',
  uploadFiles: () => 'bytes',
  requestLog: (userGuid) => ({ request: `${userGuid}/1` }),
}
function own(userGuid: string): unknown {
  return { userGuid }
}

const arrange = async (erased: readonly string[], isThere = true) => {
  const places = createMemoryStore()
  for (const userGuid of ['ada', 'ben'])
    await places.write(allPlaces.map((put) => ({ put, key: `${userGuid}/1`, value: sampleOf[put](userGuid) })))
  const call = vi.fn(async (_call: unknown, { body }: { body: { userGuids: string[] } }) =>
    isThere
      ? { ok: true, value: { erased: body.userGuids.filter((guid) => erased.includes(guid)) } }
      : { ok: false, kind: 'unreachable', message: '' },
  )
  let owner: string | undefined = 'ada'
  const storedSession = {
    owner: () => owner,
    clear() {
      owner = undefined
    },
  }
  // The one call that it makes.
  const api = { call: call as unknown as Api['call'] }
  await forgetErased({ places, api, storedSession })
  const left = async (userGuid: string) => {
    const found: StoreName[] = []
    for (const place of allPlaces) if ((await places.keys(place, `${userGuid}/`)).length > 0) found.push(place)
    return found
  }
  return { call, left, owner: storedSession.owner }
}

test('of a person who was erased nothing is left in the browser, and all of everybody else', async () => {
  const { left, owner } = await arrange(['ada'])
  expect(await left('ada')).toEqual([])
  expect(await left('ben')).toEqual([...allPlaces])
  expect(owner()).toBeUndefined()
})

test('nothing goes where nobody was erased, or the server can not be asked', async () => {
  for (const isThere of [true, false]) {
    const { left, owner, call } = await arrange(isThere ? [] : ['ada'], isThere)
    expect(call).toHaveBeenCalledTimes(1)
    expect(await left('ada')).toEqual([...allPlaces])
    expect(owner()).toBe('ada')
  }
})
