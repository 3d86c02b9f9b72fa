-- Connections live for ten minutes.
DELETE FROM "social_connections";--> statement-breakpoint
ALTER TABLE "social_connections" ADD COLUMN "session_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "social_connections" ADD COLUMN "sentence" text;--> statement-breakpoint
ALTER TABLE "social_connections" ADD CONSTRAINT "social_connections_session_id_sessions_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE;