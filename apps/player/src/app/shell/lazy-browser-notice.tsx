import { lazy, Suspense } from 'react'
import { useVisitor } from '../../context/player-context.tsx'

// A hint that can't be loaded is left out: nobody is kept from the sign-in by it.
const BrowserNotice = lazy(() => import('./browser-notice.tsx').catch(() => ({ default: () => null })))

/** The notice on unsupported browsers, loaded only if the organisation has a list of those that it supports. */
export const LazyBrowserNotice = () =>
  useVisitor().settings.supportedBrowsers.length > 0 && (
    <Suspense fallback={null}>
      <BrowserNotice />
    </Suspense>
  )
