import { expect, it } from 'vitest'

import { showControls } from './show-controls.ts'

it('writes out what cannot be seen or kept, and leaves the rest', () => {
  expect(showControls('a\u{0}b\u{7}\n\tc\u{D800}d 🙂 é')).toBe('a[U+0000]b[U+0007]\n\tc[U+D800]d 🙂 é')
})
