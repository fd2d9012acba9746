import density from '@sitwell/office-ui/density.module.css'
import { Notice } from '@sitwell/office-ui/notice.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useOffice } from '../office-context.tsx'
import styles from '../places/places.module.css'
import { MembersDialog, type MembersWish } from './members-dialog.tsx'

interface Done {
  readonly wish: MembersWish
  /** Missing if it took another change back. */
  readonly undo?: MembersWish
}

/**
 * Adds people to groups, and removes them, on any page: `ask` shows the preview of a change, and `result` says what came of the last one, with the
 * way back. The page shows both of `dialog` and `result`; `result` takes the focus if the button that had it is gone.
 */
export const useMembersChange = (
  onChanged?: () => void,
): { ask(wish: MembersWish): void; result: ReactNode; dialog: ReactNode } => {
  const { text } = useOffice()
  const [asked, setAsked] = useState<{ readonly wish: MembersWish; readonly isUndo: boolean }>()
  const [done, setDone] = useState<Done>()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (done !== undefined) place.current?.focus()
  }, [done])
  const said =
    done && text(`members.done.${done.wish.action}`, { count: done.wish.userIDs.length, group: done.wish.group.name })
  const { undo } = done ?? {}
  return {
    ask: (wish) => setAsked({ wish, isUndo: false }),
    result: (
      <div ref={place} tabIndex={-1} className={styles.result}>
        <Notice onClose={() => setDone(undefined)}>{said}</Notice>
        {undo !== undefined && undo.userIDs.length > 0 && (
          <Button className={density.press} onPress={() => setAsked({ wish: undo, isUndo: true })}>
            {text('members.undo')}
          </Button>
        )}
      </div>
    ),
    dialog: asked !== undefined && (
      <MembersDialog
        wish={asked.wish}
        onDone={({ wish, undo: back }) => {
          setAsked(undefined)
          setDone(asked.isUndo ? { wish } : { wish, undo: back })
          onChanged?.()
        }}
        onClose={() => setAsked(undefined)}
      />
    ),
  }
}
