import { Parser } from 'htmlparser2'

/** An element of some HTML, or with no name a piece of its text. */
export interface HtmlNode {
  readonly name: string
  readonly text: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly HtmlNode[]
}

interface Growing extends HtmlNode {
  readonly children: HtmlNode[]
}

/** Elements in each other. What goes deeper is taken for its text alone: nobody writes so, and a stack is only so high. */
const mostDeep = 120

const element = (name: string, attributes: Readonly<Record<string, string>>): Growing => ({
  name,
  text: '',
  attributes,
  children: [],
})

/** HTML as a tree, whatever is in it. */
export const htmlTree = (html: string): HtmlNode => {
  const root = element('root', {})
  const open: Growing[] = [root]
  let tooDeep = 0
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (open.length > mostDeep) {
        tooDeep += 1
        return
      }
      const opened = element(name, attributes)
      open.at(-1)?.children.push(opened)
      open.push(opened)
    },
    ontext: (text) => void open.at(-1)?.children.push({ name: '', text, attributes: {}, children: [] }),
    onclosetag: () => {
      if (tooDeep > 0) tooDeep -= 1
      else open.pop()
    },
  })
  parser.write(html)
  parser.end()
  return root
}
