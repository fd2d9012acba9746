import { openChannel } from '@sitwell/app-core/open-channel'
import { newUuid } from '@sitwell/client/new-uuid'
import type { TabLocks } from './channel-locks.ts'

const overChannel = (channel: BroadcastChannel): TabLocks => {
  let loading: Promise<TabLocks> | undefined
  const loaded = () => {
    loading ??= import('./channel-locks.ts').then(({ createChannelLocks }) =>
      createChannelLocks(channel, newUuid(), () => Date.now()),
    )
    return loading
  }
  return {
    request: async (...asked) => (await loaded()).request(...asked),
    query: async () => (await loaded()).query(),
  }
}

let found: { readonly locks: TabLocks | undefined } | undefined

/**
 * The locks of this browser: its own, or, on a page that came over plain http, where browsers give none, those that tabs agree on over a channel.
 * Undefined if there are no channels either: old browsers, and those that block all site data.
 */
export const tabLocks = (): TabLocks | undefined => {
  if (!found) {
    // Boundary: the types say that they are always there.
    const own = navigator.locks as LockManager | undefined
    const channel = own ? undefined : openChannel('sitwell/locks')
    found = { locks: own ?? (channel && overChannel(channel)) }
  }
  return found.locks
}
