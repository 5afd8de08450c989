-- CreateIndex
CREATE INDEX "runs_ended_at_idx" ON "runs"("ended_at");
