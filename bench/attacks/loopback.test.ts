import { expect, it } from 'vitest'

import { assertLoopback, createClient } from './loopback.ts'

it.each(['http://127.0.0.1:4000', 'http://127.8.9.1', 'http://[::1]:4000/path'])('attacks %s', (address) => {
  expect(assertLoopback(address)).toBe(address)
})

it.each([
  'http://lunchpail.example',
  'http://localhost:4000',
  'http://127.0.0.1.lunchpail.example',
  'http://127.0.0.1@lunchpail.example',
  'http://0.0.0.0:4000',
  'http://192.168.0.10',
  'http://[2001:db8::1]:4000',
  'http://[::ffff:198.51.100.7]',
  'https://127.0.0.1',
  'not an address',
])('refuses %s', (address) => {
  expect(() => assertLoopback(address)).toThrow(
    `${address} is not an http address of this machine's loopback: nothing else is attacked`,
  )
  expect(() => createClient(address)).toThrow(TypeError)
})
