import { route } from '@react-router/dev/routes'

export default [route('stocks/:ticker', 'stock.jsx')]
