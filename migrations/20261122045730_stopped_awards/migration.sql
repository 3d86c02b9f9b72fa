ALTER TABLE "badge_bulks" ADD COLUMN "is_stopped" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "mail_counts_campaign" ON "mail_counts" ("campaign","event");