import { readRecord } from '@sitwell/storage/record-format'
import type { KeyValueStore } from './key-value-store.ts'
import { formats, type StoredCourseRecord } from './records.ts'

/** The course that continues in this browser without the server. There is one: keeping it lets go of any other. */
export interface StoredCourseStore {
  keep(course: StoredCourseRecord): Promise<void>
  /** Undefined if it isn't kept, or can't be read any more: it is asked for again. */
  read(userGuid: string, courseGuid: string): Promise<StoredCourseRecord | undefined>
  /** Lets go of what is not this user's. */
  clearOthers(userGuid: string): Promise<void>
}

const place = 'keptCourses'

export const createStoredCourseStore = (store: KeyValueStore): StoredCourseStore => {
  const keysWithout = async (isStored: (key: string) => boolean) =>
    (await store.keys(place, '')).filter((key) => !isStored(key)).map((key) => ({ remove: place, key }) as const)
  return {
    async keep(value) {
      const key = `${value.userGuid}/${value.courseGuid}`
      await store.write([...(await keysWithout((one) => one === key)), { put: place, key, value }])
    },
    async read(userGuid, courseGuid) {
      const read = readRecord(formats.keptCourses, await store.read(place, `${userGuid}/${courseGuid}`))
      return read.ok ? read.record : undefined
    },
    async clearOthers(userGuid) {
      const gone = await keysWithout((key) => key.startsWith(`${userGuid}/`))
      if (gone.length > 0) await store.write(gone)
    },
  }
}
