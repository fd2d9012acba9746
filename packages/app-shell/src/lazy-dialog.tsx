import type { Dialog } from '@sitwell/ui/dialog.tsx'
import { type ComponentProps, lazy, Suspense } from 'react'

/** Fetches the dialog, and watches presses from then on. */
export const fetchDialog = async (): Promise<void> => {
  const [, { watchPresses }] = await Promise.all([load(), import('@sitwell/ui/watch-presses.ts')])
  watchPresses()
}

const load = () => import('@sitwell/ui/dialog.tsx')
const Loaded = lazy(async () => ({ default: (await load()).Dialog }))

/** The dialog for the shell, which hardly ever shows one: the login page doesn't wait for it. */
export const LazyDialog = (props: ComponentProps<typeof Dialog>) => (
  <Suspense fallback={null}>
    <Loaded {...props} />
  </Suspense>
)
