import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import type { SyncedPlayer } from './start-sync-of-page.ts'
import { syncOfPlayer } from './sync-of-player.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const player: SyncedPlayer = {
  api: {
    call: async () => ({ ok: true, value: {} }),
    request: async () => ({ ok: false, kind: 'unreachable', message: 'nobody asks' }),
  },
  session: { user: { guid: 'whose sync fails', firstName: 'Mina', lastName: 'Okafor' }, client: { id: 7 } },
  appSettings: { pingInterval: 30_000 },
  clock: { nowMs: () => 0, browserMs: () => 0 },
  reportError: () => {},
  onCalled: () => {},
}

test('a start that failed is tried again by whoever asks next; one that went well stays the one', async () => {
  // What a page has beyond Node.
  vi.stubGlobal('addEventListener', vi.fn())
  vi.stubGlobal('BroadcastChannel', EventTarget)
  const broken = vi.spyOn(IDBObjectStore.prototype, 'getAllKeys').mockImplementation(() => {
    throw new Error('The disk does not answer')
  })
  await expect(syncOfPlayer(player)).rejects.toThrow('The disk does not answer')
  broken.mockRestore()
  const sync = await syncOfPlayer(player)
  expect(await syncOfPlayer(player)).toBe(sync)
  sync.stop()
})
