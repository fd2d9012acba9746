import type { ComponentProps } from 'react'
import { useOffice } from '../office-context.tsx'
import { ReadingPage } from '../shell/reading-page.tsx'

/** A page about a delivery. */
export const DeliveryFrame = (page: Omit<ComponentProps<typeof ReadingPage>, 'words'>) => {
  const { text } = useOffice()
  const words = {
    ...{ heading: text('deliveries.heading'), loading: text('deliveries.loading') },
    ...{ failed: text('deliveries.failed'), missing: text('deliveries.notFound') },
  }
  return <ReadingPage words={words} {...page} />
}
