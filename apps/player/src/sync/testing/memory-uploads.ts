import { createMemoryStore } from '../../storage/memory-store.ts'
import { createUploadStore } from '../../storage/upload-store.ts'

/** A store of files over the memory. */
export const memoryUploads = (places = createMemoryStore()) =>
  createUploadStore({
    places,
    nowMs: () => 0,
    estimate: () => undefined,
    onError: (error) => {
      throw error
    },
  })
