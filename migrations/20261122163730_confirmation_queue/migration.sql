CREATE TABLE "confirmation_queue" (
	"lead_id" uuid PRIMARY KEY,
	"registered_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
INSERT INTO "confirmation_queue" ("lead_id", "registered_at") SELECT "id", "created_at" FROM "early_adopters" WHERE "welcomed_at" IS NULL;--> statement-breakpoint
DROP INDEX "early_adopters_unwelcomed";--> statement-breakpoint
ALTER TABLE "early_adopters" DROP COLUMN "welcomed_at";--> statement-breakpoint
CREATE INDEX "confirmation_queue_oldest" ON "confirmation_queue" ("registered_at");--> statement-breakpoint
ALTER TABLE "confirmation_queue" ADD CONSTRAINT "confirmation_queue_lead_id_early_adopters_id_fkey" FOREIGN KEY ("lead_id") REFERENCES "early_adopters"("id") ON DELETE CASCADE;