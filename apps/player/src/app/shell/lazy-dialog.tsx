import type { Dialog } from '@sitwell/ui/dialog.tsx'
import { type ComponentProps, lazy, Suspense, useEffect } from 'react'

const load = () => import('@sitwell/ui/dialog.tsx')
const watch = async () => (await import('@sitwell/ui/watch-presses.ts')).watchPresses()
const loadSignOut = () => import('./sign-out.tsx')
const loadNote = () => import('./only-here-note.tsx')
const loadHandIn = () => import('../../sync/only-here/hand-in.ts')
const Loaded = lazy(async () => ({ default: (await load()).Dialog }))

/** The dialog for the shell, which hardly ever shows one: the login page doesn't wait for it. */
export const LazyDialog = (props: ComponentProps<typeof Dialog>) => (
  <Suspense fallback={null}>
    <Loaded {...props} />
  </Suspense>
)

/** Logging off, and what is said to whose session is over, in the same way. */
export const LazySignOut = lazy(loadSignOut)
export const LazyOnlyHereNote = lazy(loadNote)

/** Fetches the dialog, and what makes a file of answers, once the page is there, so that both are there when the network is gone; from then on presses are watched. */
export const useDialogInReserve = () => {
  useEffect(() => {
    void load()
    void loadSignOut()
    void loadNote()
    void loadHandIn()
    void watch()
  }, [])
}
