import { $patchStyleText } from '@lexical/selection'
import { $getSelection, type LexicalEditor } from 'lexical'
import { useRef } from 'react'
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover, type Selection } from 'react-aria-components'
import { type Font, fonts, type Size, sizes } from '../rich-document.ts'
import { focusAfterMenu } from './focus-after-menu.ts'
import type { AtCursor } from './panel-selection.ts'
import styles from './rich-text-editor.module.css'

const fontNames = { sans: 'question.fontSans', serif: 'question.fontSerif', mono: 'question.fontMono' } as const
const sizeNames = { small: 'question.sizeSmall', normal: 'question.sizeNormal', large: 'question.sizeLarge' } as const

interface FontMenuProps {
  readonly editor: LexicalEditor
  readonly atCursor: AtCursor
  readonly isDisabled: boolean
  text(id: string, values?: Record<string, string | number>): string
}

/** The fonts and sizes of the selected text. */
export const FontMenu = ({ editor, atCursor, isDisabled, text }: FontMenuProps) => {
  const patch = (style: Record<string, string | null>) =>
    editor.update(() => {
      const selection = $getSelection()
      if (selection) $patchStyleText(selection, style)
    })
  const button = useRef<HTMLButtonElement>(null)
  const first = (keys: Selection) => (keys === 'all' ? undefined : [...keys][0])
  return (
    <MenuTrigger onOpenChange={(isOpen) => !isOpen && focusAfterMenu(editor, button.current)}>
      <Button ref={button} className={styles.tool ?? ''} isDisabled={isDisabled}>
        {text('question.font')}
      </Button>
      <Popover className={styles.menu ?? ''}>
        <Menu aria-label={text('question.font')}>
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[atCursor.font]}
            onSelectionChange={(keys) => patch({ 'font-family': fonts[first(keys) as Font] ?? null })}
          >
            <Header className={styles.menuHeader ?? ''}>{text('question.font')}</Header>
            {Object.entries(fontNames).map(([font, name]) => (
              <MenuItem key={font} id={font} className={styles.menuItem ?? ''} data-font={font}>
                {text(name)}
              </MenuItem>
            ))}
          </MenuSection>
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[atCursor.size]}
            onSelectionChange={(keys) => patch({ 'font-size': sizes[first(keys) as Size] ?? null })}
          >
            <Header className={styles.menuHeader ?? ''}>{text('question.size')}</Header>
            {Object.entries(sizeNames).map(([size, name]) => (
              <MenuItem key={size} id={size} className={styles.menuItem ?? ''}>
                {text(name)}
              </MenuItem>
            ))}
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
