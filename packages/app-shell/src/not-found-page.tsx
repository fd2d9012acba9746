import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import { useAppBar } from '@sitwell/ui/app-bar-state.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import type { ReactNode } from 'react'
import styles from './not-found-page.module.css'

/** A path of the signed-in area that leads nowhere. `children`: the way back. */
export const NotFoundPage = ({ children }: { readonly children: ReactNode }) => {
  const { text } = useAppVisitor()
  useAppBar({ title: text('notFound.title') })
  return (
    <Page heading={text('notFound.title')}>
      <div className={styles.content}>
        <p>{text('notFound.text')}</p>
        {children}
      </div>
    </Page>
  )
}
