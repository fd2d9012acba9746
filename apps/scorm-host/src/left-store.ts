import { xchacha20poly1305 } from '@noble/ciphers/chacha'
import { hexToBytes, utf8ToBytes } from '@noble/ciphers/utils'
import { type CourseState, courseState, type LeftPlace } from '@sitwell/contract/course-messages'

/** What a SCO had set when its page went. `ends`: it had ended by itself. */
export interface Left {
  readonly state: CourseState
  readonly ends: boolean
}

const prefix = 'sitwell-left/'
const nonceBytes = 24

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/**
 * Keeps in this origin's own store what a SCO sets while its page goes, when nothing reaches the page around any more: the store takes
 * it before the call that sets it comes back. Courses of everybody share that store, so what is in it is sealed with a key that only
 * the page around holds, and this opening.
 */
export const createLeftStore = (openStore: () => Store) => {
  /** A browser that keeps nothing here may not even let ask. */
  const withStore = <T>(work: (store: Store) => T): T | undefined => {
    try {
      return work(openStore())
    } catch {
      return undefined
    }
  }
  const namesIn = (store: Store) => Array.from({ length: store.length }, (_, at) => store.key(at) ?? '')
  /** Whatever courses keep here themselves gives way first, then what is left of other openings. */
  const makeRoom = (store: Store, name: string) => {
    const others = namesIn(store).filter((one) => one !== name)
    const foreign = others.filter((one) => !one.startsWith(prefix))
    for (const one of foreign.length > 0 ? foreign : others) store.removeItem(one)
  }
  return {
    write({ id, key }: LeftPlace, left: Left): void {
      const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
      const sealed = xchacha20poly1305(hexToBytes(key), nonce, utf8ToBytes(id)).encrypt(utf8ToBytes(JSON.stringify(left)))
      const text = `${toBase64(nonce)}.${toBase64(sealed)}`
      const name = prefix + id
      withStore((store) => {
        for (let tries = 0; tries < 3; tries += 1) {
          try {
            return store.setItem(name, text)
          } catch {
            makeRoom(store, name)
          }
        }
      })
    },
    /** Undefined if nothing is left, or somebody else has written it. */
    read: ({ id, key }: LeftPlace): Left | undefined =>
      withStore((store) => {
        const [nonce = '', sealed = ''] = (store.getItem(prefix + id) ?? '').split('.')
        const opened = xchacha20poly1305(hexToBytes(key), fromBase64(nonce), utf8ToBytes(id)).decrypt(fromBase64(sealed))
        const { state, ends } = JSON.parse(new TextDecoder().decode(opened)) as Left
        return { state: courseState.parse(state), ends }
      }),
    remove: ({ id }: LeftPlace) => withStore((store) => store.removeItem(prefix + id)),
    /** Whatever courses have kept here themselves goes. */
    clearForeign: () =>
      withStore((store) => {
        for (const name of namesIn(store)) if (!name.startsWith(prefix)) store.removeItem(name)
      }),
  }
}

const chunkBytes = 8192
const toBase64 = (bytes: Uint8Array): string => {
  let binary = ''
  for (let at = 0; at < bytes.length; at += chunkBytes) binary += String.fromCharCode(...bytes.subarray(at, at + chunkBytes))
  return btoa(binary)
}
const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (one) => one.charCodeAt(0))
