import { useAppBar } from '@sitwell/ui/app-bar-state.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { useEffect, useRef } from 'react'
import { useAgain } from './again.tsx'
import styles from './end-of-preview.module.css'
import { usePreviewText } from './preview-text.ts'

/** After the last question. There is nothing to hand in, and no result: no mark was made. */
export const EndOfPreview = () => {
  const text = usePreviewText()
  const again = useAgain()
  const heading = useRef<HTMLHeadingElement>(null)
  useAppBar({ title: text('preview.endTitle') })
  useEffect(() => heading.current?.focus(), [])
  return (
    <Page align="centre" width="card">
      <Card width="card" className={styles.card}>
        <h1 ref={heading} tabIndex={-1}>
          {text('preview.endTitle')}
        </h1>
        <p>{text('preview.endText')}</p>
        <Button variant="primary" onPress={again}>
          {text('preview.again')}
        </Button>
      </Card>
    </Page>
  )
}
