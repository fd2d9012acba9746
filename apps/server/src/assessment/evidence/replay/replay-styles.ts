/** How the page looks, on screens of any width and on paper. No colour says anything by itself. */
export const replayStyles = `
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #1b1f23; background: #fff; }
body { margin: 0 auto; max-width: 76rem; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; } h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; }
dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .5rem 0; }
dl.facts dt { font-weight: 600; } dl.facts dd { margin: 0; }
.verdict { border: 2px solid #1b7f4b; border-radius: .5rem; padding: .5rem 1rem; margin: 1rem 0; }
.verdict.wrong { border-color: #b3261e; border-width: 3px; }
.verdict h2 { margin: .25rem 0; } .verdict ul { margin: .25rem 0; padding-inline-start: 1.25rem; }
ol.lines { list-style: none; margin: 0; padding: 0; }
ol.lines > li { display: grid; grid-template-columns: 15rem 1fr; gap: 0 1.25rem; border-top: 1px solid #c9d1d9; padding: .6rem 0; }
.when { font-variant-numeric: tabular-nums; } .when span { display: block; font-size: .875rem; color: #4b535b; }
.what { margin: 0; } .who { font-weight: 600; } .tag { border: 1px solid #6b737b; border-radius: .25rem; padding: 0 .35rem; font-size: .8rem; }
.quote { margin: .35rem 0 0; } .quote dt { font-size: .875rem; color: #4b535b; }
.quote dd { margin: 0; padding: .2rem .6rem; border-inline-start: 3px solid #6b737b; background: #f3f5f7; white-space: pre-wrap; }
.quote svg { display: block; max-width: 100%; height: auto; max-height: 30rem; margin: .35rem 0; border: 1px solid #6b737b; }
.evidence { margin: .35rem 0 0; padding: 0; list-style: none; font-size: .8rem; color: #4b535b; font-family: ui-monospace, monospace; }
ol.questions { padding-inline-start: 2.5rem; } ol.questions p { margin: 0 0 .5rem; white-space: pre-wrap; }
@media (max-width: 44rem) { ol.lines > li, dl.facts { grid-template-columns: 1fr; } dl.facts dd { margin-bottom: .4rem; } .when { margin-bottom: .25rem; } .when b, .when span { display: inline; margin-inline-end: .75rem; } }
@media print { body { max-width: none; padding: 0; font-size: 10pt; } ol.lines > li, ol.questions > li { break-inside: avoid; } h2 { break-after: avoid; } }
`
